/** The first thing the keyboard reaches: past all that is the same on every page. */
export const SkipLink = () => (
  <a href="#main" className="skip">
    Skip to content
  </a>
)
