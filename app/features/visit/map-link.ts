/** An address that opens a place in the maps of the phone that asks: its own app where there is one, else a map on the web. */
export function mapLink(place: string, userAgent: string): string {
  const query = encodeURIComponent(place)
  if (/iPhone|iPad|iPod/.test(userAgent)) return `maps://?daddr=${query}`
  if (/Android/.test(userAgent)) return `geo:0,0?q=${query}`
  return `https://www.openstreetmap.org/search?query=${query}`
}
