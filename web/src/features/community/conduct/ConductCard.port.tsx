import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Banner } from '../../../ui/Banner.tsx'
import { conductQuery } from './conduct.queries.ts'

/** Asks members to accept the code of conduct; nothing where they have, or there is none. */
export function ConductCard() {
  const { data } = useQuery(conductQuery)
  if (!data || data.acceptedAt !== null) return null
  return (
    <Banner
      tone="info"
      title={data.number === 1 ? 'There is a code of conduct.' : 'The code of conduct has changed.'}
      action={<Link to="/user/conduct">Read it →</Link>}
    >
      Please read and accept it.
    </Banner>
  )
}
