/** The most photos of one job (the table's limit), and of its customer. */
export const mostPhotos = 20
export const mostOfCustomer = 5

/** Bytes of one photo that the server takes. Devices with JavaScript make theirs smaller first. */
export const mostBytes = 2 * 1024 * 1024
/** Maximum bytes of a form with photos: the photos and the multipart overhead. */
export const mostFormBytes = mostBytes + 64 * 1024

/** The most pixels of a picture that is decoded: more than phones take, and safe for memory. */
export const mostPixels = 25_000_000

/** Pixels of the longer edge, as stored. */
export const longestEdge = 1_600
export const smallEdge = 320

/** The addresses that take photos. */
export const takesPhotos =
  /^\/(track\/[\w.-]+\/photos|engineer\/jobs\/[\w-]+\/photos|staff\/bookings\/[\w-]+\/photos|staff\/engineers\/[\w-]+\/portrait)$/
