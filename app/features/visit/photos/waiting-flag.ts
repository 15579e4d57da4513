/** The names on the device for waiting photos: their database, and the flag that there are some. */
export const photosName = 'photos-to-send'

/** The event that tells a page that a photo was stored. */
export const photoSentEvent = 'photo-sent'
