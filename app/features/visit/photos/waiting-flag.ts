/** The names on the device for waiting photos: their database, and the flag that there are some. */
export const photosName = 'photos-to-send'

/** The event that notifies a page of a stored photo. */
export const photoSentEvent = 'photo-sent'
