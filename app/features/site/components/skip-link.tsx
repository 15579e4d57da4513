/** The first link for keyboards: skips what is the same on every page. */
export const SkipLink = () => (
  <a href="#main" className="skip">
    Skip to content
  </a>
)
