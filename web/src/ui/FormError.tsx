import { Banner } from './Banner.tsx'
import type { ErrorInfo } from './error-info.ts'

/** Why the form as a whole was refused; nothing while it was not. */
export function FormError({ error }: { error: ErrorInfo | null }) {
  if (!error) return null
  return (
    <Banner tone="danger" announce>
      {error.message}
      {error.requestId && (
        <>
          {' '}
          Request <span className="mono">{error.requestId}</span>.
        </>
      )}
    </Banner>
  )
}
