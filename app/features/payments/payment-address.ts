/** What is wrong with the address of a payment page; nothing where somebody may be sent there. */
export function paymentUrlProblem(url: string, hosts: readonly string[], isSandbox = false): string | undefined {
  if (!URL.canParse(url)) return 'it isn’t an address'
  const { protocol, hostname, username, password } = new URL(url)
  if (!hosts.includes(hostname) || username || password) return 'it is not on an allowed payment domain'
  if (protocol !== 'https:' && !isSandbox) return 'it is not https'
  return undefined
}
