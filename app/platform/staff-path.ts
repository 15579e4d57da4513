/** Whether an address of this site is a page of the back office. */
export const isStaffPath = (path: string): boolean => /^\/(staff|blog-admin)\b/.test(path)
