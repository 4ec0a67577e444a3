"""Functions of C++, OpenCL C and Python sources, and their numbers of lines.

C++ is split into tokens, not parsed. A function is a block in braces that follows a parameter list at the scope of
a namespace or class; its lines reach from the first line of its declaration to its closing brace. Lambdas and local
classes belong to the function around them. An initializer with a statement in it counts as a function; one without is
a table of data. Bodies of macros are not looked at.
"""
import ast
import re

TOKEN = re.compile(r"""
    (?P<comment>//(?:[^\n\\]|\\.|\\\n)*|/\*.*?\*/)
  | (?P<raw>\b(?:u8|u|U|L)?R"(?P<end>[^()\\\s]{0,16})\(.*?\)(?P=end)")
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\.?\d(?:[eEpP][-+]|'(?=\w)|[\w.])*)
  | (?P<character>'(?:[^'\\\n]|\\.)+')
  | (?P<directive>^[ \t]*\#(?:[^\n\\/"]|\\.|\\\n|/(?![/*])|"(?:[^"\\\n]|\\.)*"|/\*.*?\*/)*)
  | (?P<sign>::|->|[=!<>]=|\S)""", re.S | re.M | re.X)
OPEN, CLOSE = {"(": ")", "{": "}", "[": "]"}, {")", "}", "]"}
CLASS_KEYS = {"class", "struct", "union", "enum"}
ACCESS = {"public", "private", "protected"}
# Words whose parentheses hold no parameters.
NO_PARAMETERS = {"__attribute__", "alignas", "decltype", "noexcept", "explicit", "requires", "sizeof", "__declspec"}


def tokens_of(text):
    """(line, token) of the code, without comments and directives. Each string is given as two quotes. Some branches of
    #if are left out: those after the first one, if they or the first one have an unequal number of { and }."""
    tokens, branches, line, place = [], [], 1, 0
    for found in TOKEN.finditer(text):
        line += text.count("\n", place, found.start())
        place = found.start()
        kind, token = found.lastgroup, found[0]
        if kind in ("raw", "end", "string"):
            tokens.append((line, '""'))
        elif kind == "directive":
            _branch(re.sub(r"\W+", " ", token).split()[:1], tokens, branches)
        elif kind != "comment":
            tokens.append((line, token if kind != "character" else "''"))
    return tokens


def _branch(name, tokens, branches):
    """Remembers where a branch of #if begins. Removes the previous branch if it must be left out."""
    if name and name[0] in ("if", "ifdef", "ifndef"):
        branches.append([len(tokens), None])
    elif branches and name and name[0] in ("elif", "else", "endif"):
        start, first = branches[-1]
        balance = sum((token == "{") - (token == "}") for _, token in tokens[start:])
        if first is not None and (balance != 0 or first != 0):
            del tokens[start:]
        branches[-1] = [len(tokens), balance if first is None else first]
        if name[0] == "endif":
            branches.pop()


class _Scanner:
    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.at = 0
        self.found = []

    def token(self, place):
        return self.tokens[place][1] if place < len(self.tokens) else ""

    def skip_group(self):
        """Goes past the group that opens at the current token; returns whether it has a statement."""
        closing, has_statement = [], False
        while self.at < len(self.tokens):
            token = self.token(self.at)
            self.at += 1
            if token in OPEN:
                closing.append(OPEN[token])
            elif token in CLOSE:
                while closing and closing.pop() != token:  # a group that was not closed
                    pass
                if not closing:
                    break
            has_statement |= token == ";"
        return has_statement

    def scan_scope(self):
        """Scans the declarations of a namespace or class up to its closing brace."""
        head = []  # places of the tokens of the declaration so far; groups in parentheses are two tokens
        while self.at < len(self.tokens):
            place, token = self.at, self.token(self.at)
            if token == "}":
                self.at += 1
                return
            if token == ";" or token == ":" and head and self.token(head[-1]) in ACCESS:
                head = []
                self.at += 1
            elif token == "{":
                head = self.scan_block(head)
            elif token in OPEN:
                has_statement = self.skip_group()
                head += [place, self.at - 1]
                if has_statement:
                    self.note([place], "an argument")
            else:
                head.append(place)
                self.at += 1

    def scan_block(self, head):
        """Scans the braces after `head`; returns the head of what follows."""
        words, begin = [self.token(place) for place in head], self.at
        kind = _kind_of(words)
        if kind == "scope":
            self.at += 1
            self.scan_scope()
            return []
        has_statement = self.skip_group()
        # In the list before a constructor's body, another member or the body follows.
        if kind == "function" and (":" not in words or self.token(self.at) not in (",", "{")):
            self.note(head, self.name_of(head))
            return []
        if kind == "initializer" and has_statement:
            self.note(head or [begin], self.token(head[-1]) if head else "a block")
        return head + [begin, self.at - 1]

    def name_of(self, head):
        """The name of the function; of a test, the name of its macro with the arguments."""
        opening = _parameters_at([self.token(place) for place in head])
        name = self.token(head[opening - 1])
        if not re.fullmatch(r"TEST(_\w+)?", name):
            return name
        return name + " ".join(self.token(place) for place in range(head[opening], head[opening + 1] + 1))

    def note(self, head, name):
        first = self.tokens[head[0]][0]
        self.found.append((name, first, self.tokens[self.at - 1][0] - first + 1))


def _without_template(words):
    """The words after `template <...>`."""
    while words[:1] == ["template"]:
        depth = 0
        for place, word in enumerate(words):
            depth += (word == "<") - (word == ">")
            if word == ">" and depth == 0:
                words = words[place + 1:]
                break
        else:
            return words
    return words


def _parameters_at(words):
    """The place of the first parenthesis that may open parameters, or None."""
    for place, word in enumerate(words):
        if word == "(" and place > 0 and words[place - 1] not in NO_PARAMETERS:
            return place
    return None


def _kind_of(words):
    words = _without_template(words)
    if "namespace" in words or words == ["extern", '""']:
        return "scope"
    if any(word == "=" and words[place - 1] != "operator" for place, word in enumerate(words)):
        return "initializer"
    parameters = _parameters_at(words)
    if CLASS_KEYS & set(words) and (parameters is None or ":" in words[:parameters]):
        return "scope"
    return "initializer" if parameters is None else "function"


def functions_of_cpp(text):
    """(name, first line, number of lines) of each function."""
    scanner = _Scanner(text)
    while scanner.at < len(scanner.tokens):
        scanner.scan_scope()
    return scanner.found


def functions_of_python(text):
    """(name, first line, number of lines) of each function that is in no other one."""
    def of_body(body):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield node.name, node.lineno, node.end_lineno - node.lineno + 1
            elif isinstance(node, ast.ClassDef):
                yield from of_body(node.body)
    return list(of_body(ast.parse(text).body))
