import { mostOfCustomer, mostPhotos } from '../photo-limits.ts'

/** Problems with a photo, in words for the person who took it; by the code in a page's address. */
export const photoProblems = {
  no_photo: 'Choose a photo first.',
  empty: 'That file is empty, so there’s no photo in it. Take the photo again, or choose another one.',
  too_large: 'That photo is more than 2 MB. Take it again at a smaller size, or send a screenshot of it.',
  not_a_photo: 'We can’t open that file as a photo. Please send a JPEG, PNG or WebP photo.',
  heic:
    'That photo is in Apple’s HEIC format, which we can’t open here. On your iPhone, go to Settings, Camera, Formats and choose Most Compatible, ' +
    'then take it again. A screenshot of it will work too.',
  damaged: 'That photo didn’t arrive in full, or it’s damaged. Please send it again.',
  too_many_pixels: 'That photo is too big for us to open. Please send a smaller one.',
  too_many_scans: 'That photo is saved in a way that we can’t open safely. Send a screenshot of it instead.',
  too_many_frames: 'That’s a moving picture. Please send a still photo, or a screenshot of it.',
  too_slow: 'It took too long to open that photo. Please send it again, or send a screenshot of it instead.',
  full: `This job already has ${mostPhotos} photos. Remove one first.`,
  full_customer: `You’ve sent ${mostOfCustomer} photos, which is the most we can take here. Remove one first, or show your engineer the rest.`,
  over: 'This visit is over, so we can’t take any more photos here. If something’s wrong, call us.',
  busy: 'We’re receiving a lot of photos right now. Please try again in a moment.',
  too_many: 'That’s a lot of photos in one go. Please wait a few minutes, then try again.',
  not_stored: 'We couldn’t save the photo. Please try again in a few minutes.',
} as const

export type PhotoProblem = keyof typeof photoProblems

/** The words for a code that an address has; undefined for any other. */
export const photoProblemText = (code: string | null): string | undefined =>
  code !== null && Object.hasOwn(photoProblems, code) ? photoProblems[code as PhotoProblem] : undefined
