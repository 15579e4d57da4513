interface CallLinkProps {
  /** Who answers; undefined if that isn't known. */
  name?: string
  phone: string
  phoneText: string
  className?: string
}

/** A link that calls someone: whose number it is, and the number for another phone. */
export const CallLink = ({ name, phone, phoneText, className = '' }: CallLinkProps) => (
  <a href={`tel:${phone}`} className={className}>
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {'Call '}
      {name && (
        <>
          <bdi>{name}</bdi>
          {' · '}
        </>
      )}
      <span className="whitespace-nowrap">{phoneText}</span>
    </span>
  </a>
)
