/** A UK phone number in E.164 (`+447700900123`), or undefined: +44 or 0, a non-zero digit, 8 or 9 more. */
export function normalisePhone(text: string): string | undefined {
  const dense = text
    .replace(/[\s.\-‐-―()/]/g, (mark) => (mark === '(' || mark === ')' ? mark : ''))
    .replace(/^\(?(\+|00)44\)?\(0\)/, '+44')
    .replace(/[()]/g, '')
    .replace(/^0044/, '+44')
  const match = /^(?:\+44|0)([1-9]\d{8,9})$/.exec(dense)
  return match ? `+44${match[1]}` : undefined
}

/** The first UK phone number in a text, in E.164; undefined if there is none. */
export function phoneIn(text: string): string | undefined {
  for (const [run] of text.matchAll(/\+?\d[\d\s().-]{7,}\d/g)) {
    const phone = normalisePhone(run)
    if (phone) return phone
  }
  return undefined
}

/** A stored number as people in Britain read it: `07700 900123`, `020 7946 0018`, `0800 644 2633`, `0121 496 0000`. */
export function phoneText(e164: string): string {
  const national = `0${e164.replace(/^\+44/, '')}`
  if (national.startsWith('02')) return national.replace(/^(...)(....)(.*)$/, '$1 $2 $3')
  if (/^0(?:3|8|9|11|1.1)/.test(national)) return national.replace(/^(....)(...)(.*)$/, '$1 $2 $3')
  return national.replace(/^(.{5})(.*)$/, '$1 $2')
}

const fullPostcode = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/
const outwardCode = /^[A-Z]{1,2}\d[A-Z\d]?$/

/** `E1 1FR` or the outward code `E1` alone, in capitals with one space; undefined when the text is neither. */
export function normalisePostcode(text: string): string | undefined {
  const dense = text.replace(/\s/g, '').toUpperCase()
  const full = fullPostcode.exec(dense)
  if (full) return `${full[1]} ${full[2]}`
  const typed = text.trim().toUpperCase()
  return outwardCode.test(typed) ? typed : undefined
}
