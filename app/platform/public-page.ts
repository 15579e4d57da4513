/** The headers of a page that is the same for everybody, whatever its query says: kept in memory, revalidated by browsers (DESIGN 8). */
export const publicPage = () => ({ 'Cache-Control': 'public, max-age=0, must-revalidate', 'No-Vary-Search': 'params' })
