"""Makes the bill of materials of a build: a document in the form of SPDX 2.3 (JSON)."""
import datetime
import re
import uuid

from components import LIBRARIES, output_of

NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")  # RFC 4122: names that are URLs


def build_ids(build):
    """Returns the build ids of the libraries, which identify the build."""
    ids = {}
    for library in LIBRARIES.values():
        notes = output_of("readelf", "-n", "-W", str(build / library))
        ids[library] = re.search(r"Build ID: ([0-9a-f]+)", notes)[1]
    return ids


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", name)


def package(name, version, license_id, copyright_text, homepage, **more):
    entry = {"SPDXID": identifier(name), "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
             "licenseConcluded": license_id, "licenseDeclared": license_id, "copyrightText": copyright_text, **more}
    if version:
        entry["versionInfo"] = version
    if homepage:
        entry["homepage"] = homepage
    return entry


def component_package(component):
    version = component.version()
    more = {}
    if version:
        locator = f"pkg:deb/debian/{component.package}@{version.replace('+', '%2B').replace('~', '~')}?arch=amd64"
        more["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                 "referenceLocator": locator}]
    return package(component.name, version, component.license, component.copyright, component.homepage, **more)


def relations(components):
    """Returns which library contains, or loads, which component."""
    found = [("SPDXRef-DOCUMENT", "DESCRIBES", "Lanewise")]
    found += [(identifier("Lanewise"), "CONTAINS", library) for library in LIBRARIES.values()]
    for part in components:
        kinds = [(library, "STATIC_LINK") for library in part.contained_in]
        kinds += [(library, "DYNAMIC_LINK") for library in part.needed_by]
        found += [(identifier(library), kind, part.name) for library, kind in sorted(kinds)]
        if not kinds:  # only headers or tables were compiled
            found.append((identifier("Lanewise"), "CONTAINS", part.name))
    return [{"spdxElementId": left, "relationshipType": kind, "relatedSpdxElement": identifier(right)}
            for left, kind, right in found]


def bill_of_materials(components, build, version, seconds):
    """Returns the document as a dictionary. `seconds` is the time of creation since 1970."""
    ids = build_ids(build)
    url = f"lanewise-{version}-" + "-".join(ids.values())
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    own = [package("Lanewise", version, "Apache-2.0", "2026 the authors of Lanewise", "",
                   primaryPackagePurpose="LIBRARY")]
    own += [package(library, version, "Apache-2.0", "2026 the authors of Lanewise", "",
                    primaryPackagePurpose="LIBRARY", comment=f"Build ID: {ids[library]}")
            for library in LIBRARIES.values()]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"Lanewise {version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/lanewise-{version}-{uuid.uuid5(NAMESPACE, url)}",
        "creationInfo": {"created": created, "creators": ["Tool: packaging/sbom.py"],
                         "licenseListVersion": "3.25"},
        "packages": own + [component_package(component) for component in components],
        "relationships": relations(components),
        "hasExtractedLicensingInfos": [
            {"licenseId": "LicenseRef-solar-public-domain", "name": "Public domain, or else a permissive license",
             "extractedText": "Redistribution and use in source and binary forms, with or without modification, are "
                              "permitted. There's ABSOLUTELY NO WARRANTY, express or implied."}],
    }
