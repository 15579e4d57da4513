type Rows = readonly (readonly (string | number)[])[]

/**
 * A table as CSV (RFC 4180) for people: a header row, CRLF, quotes if needed. Text that a spreadsheet would read as a formula is escaped,
 * and a byte order mark says that it is UTF-8: Excel on Windows would read it in its own code page.
 */
export const spreadsheetCsv = (head: readonly string[], rows: Rows): string => `\uFEFF${csvOf([head, ...rows])}`

/** The same for programs that import it, in ASCII: their encoding is unknown, and some take the mark for text. */
export const importCsv = (head: readonly string[], rows: Rows): string =>
  csvOf([head, ...rows].map((row) => row.map((value) => (typeof value === 'number' ? value : inAscii(value)))))

const csvOf = (rows: Rows): string => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  // Spreadsheets in some countries separate cells by semicolons or tabs.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Characters that aren't a letter with a mark, and their replacements. */
const asciiOf: Readonly<Record<string, string>> = {
  ...{ '£': 'GBP ', '€': 'EUR ', '×': 'x', '–': '-', '—': '-', '−': '-', '‘': "'", '’': "'", '“': '"', '”': '"' },
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', þ: 'th', ı: 'i' },
}

/** A text in ASCII: letters lose their accents, and characters without a Latin letter become question marks. */
export const inAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (character) => asciiOf[character] ?? '?')
