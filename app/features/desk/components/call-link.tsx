interface CallLinkProps {
  /** Of the person who answers, if known. */
  name?: string
  phone: string
  phoneText: string
  className?: string
}

/** A link that calls someone, with the number to read for another phone. */
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
