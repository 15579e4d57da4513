import { withoutIsolation } from './bidi-text.ts'

/** A link that opens a place in the phone's maps app, or a map on the web; without `userAgent`, always the latter. */
export function mapLink(place: string, userAgent = ''): string {
  const query = encodeURIComponent(withoutIsolation(place))
  if (/iPhone|iPad|iPod/.test(userAgent)) return `maps://?daddr=${query}`
  if (/Android/.test(userAgent)) return `geo:0,0?q=${query}`
  return `https://www.openstreetmap.org/search?query=${query}`
}
