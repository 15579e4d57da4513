/** What photos that wait on the device go by: the database that has them, and the mark that there are some. */
export const photosName = 'photos-to-send'

/** What a page is told once a photo has been stored. */
export const photoSentEvent = 'photo-sent'
