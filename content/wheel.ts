/** The logo, a valve's wheel, as paths around its centre: on pages and on paper. 38 wide and high. */
export const wheel = {
  rim: 'M0-17q5 0 6 5 5-1 8 3t0 8q4 4 2 8.5T8.5 12Q6 17 0 17t-8.5-5Q-14 13-16 8.5T-14-1q-3-4 0-8t8-3q1-5 6-5z',
  spokes: 'M0-8.5v17M-7.4-4.2l14.8 8.4M-7.4 4.2l14.8-8.4',
  faceRadius: 8.5,
  hubRadius: 3.6,
} as const
