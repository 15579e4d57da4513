import { CodedRefusal } from '#app/platform/errors.ts'
import { type PhotoProblem, photoProblems } from './photos/photo-problems.ts'

const statuses = {
  ...{ no_photo: 400, empty: 400, too_large: 413, not_a_photo: 415, heic: 415, damaged: 400, too_many_pixels: 413 },
  ...{ too_many_scans: 415, too_many_frames: 415, too_slow: 503 },
  ...{ full: 409, full_customer: 409, over: 409, busy: 503, too_many: 429, not_stored: 503 },
} as const satisfies Record<PhotoProblem, 400 | 409 | 413 | 415 | 429 | 503>

/** A photo that was not kept, and why. */
export class PhotoRefused extends CodedRefusal {
  declare readonly code: PhotoProblem
  constructor(code: PhotoProblem, retryAfterSeconds?: number) {
    super(statuses[code], code, photoProblems[code], { retryAfterSeconds })
  }
}
