/** Opens the folded parts around the target of the address, in browsers that don't: Firefox before 139, Safari before 26. */
export function openFolded(): void {
  const open = () => {
    const target = document.querySelector(':target')
    const closed = target?.closest('details:not([open])')
    if (!closed) return
    closed.setAttribute('open', '')
    open()
    target?.scrollIntoView()
  }
  open()
  addEventListener('hashchange', open)
}
