#include "held_out.h"

#include "projects.h"

namespace bench {

std::vector<CollectionKernel> held_out_kernels() {
    std::vector<CollectionKernel> all;
    for (const auto project : {arrayfire_array_kernels,
                               arrayfire_kernels,
                               boost_compute_kernels,
                               clblast_kernels,
                               clblast_vector_kernels,
                               clfft_kernels,
                               clfft_move_kernels,
                               viennacl_kernels,
                               viennacl_solver_kernels,
                               john_cipher_kernels,
                               john_kernels,
                               xmrig_kernels,
                               xmrig_program_kernels,
                               armcl_kernels,
                               armcl_layer_kernels,
                               llama_kernels,
                               llama_layer_kernels,
                               bullet_body_kernels,
                               bullet_kernels,
                               fluidx3d_kernels,
                               gromacs_kernels,
                               gromacs_update_kernels,
                               lammps_kernels,
                               lammps_many_body_kernels,
                               openmm_kernels,
                               openmm_step_kernels,
                               pysph_kernels,
                               sailfish_kernels,
                               clij_kernels,
                               darktable_kernels,
                               darktable_tones_kernels,
                               ffmpeg_kernels,
                               gegl_kernels,
                               gpufit_kernels,
                               imagemagick_kernels,
                               luxcore_film_kernels,
                               luxcore_kernels,
                               opencv_features_kernels,
                               opencv_kernels,
                               x264_kernels})
        for (CollectionKernel& kernel : project()) all.push_back(kernel);
    return all;
}

}  // namespace bench
