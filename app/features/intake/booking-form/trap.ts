/**
 * The name of the field that people neither see nor hear, and robots fill in. It means nothing: browsers and password managers fill in what
 * they take for a company, a name, an address. The API has the field as `company`.
 */
export const trapName = 'q7'
