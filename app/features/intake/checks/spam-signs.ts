/* Signs of spam in a booking's words. They only mark it: a person decides, and nothing is refused. Extend the lists with an example in
   spam-signs.test.ts; a real emergency sometimes has a link to a photo, and never two of these phrases. */

const links = /(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+\.(?:com|net|org|info|biz|ru|cn|xyz|top|shop|site|online|click|link|io)\b/gi
const markup = /\[url|\[link|\bhref=/gi
const mailAddresses = /[\w.+-]+@[\w-]+\.[\w.]+/g
const adverts = [
  /\bseo\b/i,
  /\bback-?links?\b/i,
  /\b(?:viagra|cialis|tramadol|levitra)\b/i,
  /\b(?:casino|betting|jackpot|free spins)\b/i,
  /\b(?:bitcoin|crypto|forex|binary options|nft)\b/i,
  /\b(?:payday|instant|business) loans?\b/i,
  /\b(?:escorts?|porn|xxx|onlyfans)\b/i,
  /\b(?:web ?design|web ?development|marketing|ranking) (?:services?|agency|company|offers?)\b/i,
  /\b(?:first page|top) of google\b/i,
  /\b(?:increase|boost|grow) your (?:traffic|sales|ranking|business|followers)\b/i,
  /\b(?:click here|buy now|unsubscribe|100% free|make money|earn \$|work from home)\b/i,
]

const suspiciousFrom = 3

/** Returns true if the text of a booking looks like an advert: different links, markup, several email addresses, sales phrases. */
export function looksLikeSpam(...typed: readonly string[]): boolean {
  const text = typed.join('\n').slice(0, 5_000)
  const count = (within: string, pattern: RegExp) => Math.min(new Set(within.toLowerCase().match(pattern)).size, suspiciousFrom)
  const advertCount = adverts.filter((pattern) => pattern.test(text)).length
  const signs = count(text.replace(mailAddresses, ' '), links) + count(text, mailAddresses) + advertCount * 2
  return signs + count(text, markup) * suspiciousFrom >= suspiciousFrom
}
