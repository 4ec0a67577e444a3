// The projects whose kernels are held out, by folder. Some projects have several source files.
#pragma once

#include "../collection/collection.h"

namespace bench {

// algebra
Family arrayfire_array_kernels();
Family arrayfire_kernels();
Family boost_compute_kernels();
Family clblast_kernels();
Family clblast_vector_kernels();
Family clfft_kernels();
Family clfft_move_kernels();
Family viennacl_kernels();
Family viennacl_solver_kernels();

// ciphers
Family john_cipher_kernels();
Family john_kernels();
Family xmrig_kernels();
Family xmrig_program_kernels();

// learning
Family armcl_kernels();
Family armcl_layer_kernels();
Family llama_kernels();
Family llama_layer_kernels();

// particles
Family bullet_body_kernels();
Family bullet_kernels();
Family fluidx3d_kernels();
Family gromacs_kernels();
Family gromacs_update_kernels();
Family lammps_kernels();
Family lammps_many_body_kernels();
Family openmm_kernels();
Family openmm_step_kernels();
Family pysph_kernels();
Family sailfish_kernels();

// pictures
Family clij_kernels();
Family darktable_kernels();
Family darktable_tones_kernels();
Family ffmpeg_kernels();
Family gegl_kernels();
Family gpufit_kernels();
Family imagemagick_kernels();
Family luxcore_film_kernels();
Family luxcore_kernels();
Family opencv_features_kernels();
Family opencv_kernels();
Family x264_kernels();

}  // namespace bench
