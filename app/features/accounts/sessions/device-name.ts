/** A device in words that its owner recognises, e.g. 'Chrome on Android', from its User-Agent header, without guessing. */
export function deviceName(userAgent: string): string {
  if (!userAgent.trim()) return 'Unknown device'
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  if (browser) return browser
  // Browsers have started their names this way since the nineties; programs don't.
  return userAgent.startsWith('Mozilla/') && system ? `A browser on ${system}` : 'An app or a script'
}

/** The first match: most browsers also name their ancestors. */
const browsers = [
  [/HeadlessChrome\//, undefined],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b|\bOPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/DuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/\bChrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
  [/MSIE |Trident\//, 'Internet Explorer'],
] as const

const systems = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
] as const

const nameIn = (names: readonly (readonly [RegExp, string | undefined])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]
