/** Returns true if an address of this site is a page of the back office. */
export const isStaffPath = (path: string): boolean => /^\/(staff|blog-admin)\b/.test(path)

/** The same, or one of an engineer's own jobs. */
export const isWorkPath = (path: string): boolean => isStaffPath(path) || /^\/engineer\b/.test(path)
