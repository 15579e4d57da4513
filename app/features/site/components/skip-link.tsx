/** The first link for keyboards: skips the parts that are the same on every page. */
export const SkipLink = () => (
  <a href="#main" className="skip">
    Skip to content
  </a>
)
