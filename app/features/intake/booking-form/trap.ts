/**
 * The name of the field that people neither see nor hear, and robots fill in. Its name has no meaning: browsers and password managers fill
 * in fields that look like a company, a name or an address. The API has the field as `company`.
 */
export const trapName = 'q7'
