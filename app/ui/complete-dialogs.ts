/**
 * Adds functions that some browsers lack for modal dialogs: the commands of buttons (Safari before 26.2, Firefox before 144) and closing by
 * a click on the backdrop (`closedby`, Safari). Public pages call it once they are idle: until then their menu is a popover there.
 */
export function completeDialogs(): void {
  const hasCommands = 'command' in HTMLButtonElement.prototype
  const hasClosedBy = 'closedBy' in HTMLDialogElement.prototype
  if (hasCommands && hasClosedBy) return
  addEventListener('click', ({ target, clientX, clientY }) => {
    if (!(target instanceof Element)) return
    const button = target.closest('button[commandfor]')
    const dialog = button && document.getElementById(button.getAttribute('commandfor') ?? '')
    if (!hasCommands && dialog instanceof HTMLDialogElement) {
      if (dialog.open) dialog.close()
      else if (button?.getAttribute('command') === 'show-modal') dialog.showModal()
    }
    if (!hasClosedBy && target instanceof HTMLDialogElement && target.getAttribute('closedby') === 'any') {
      const { left, right, top, bottom } = target.getBoundingClientRect()
      if (clientX < left || clientX > right || clientY < top || clientY > bottom) target.close()
    }
  })
}
