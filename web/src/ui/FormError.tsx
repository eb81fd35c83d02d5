import { Banner } from './Banner.tsx'
import type { ErrorInfo } from './error-info.ts'

/** An error of the form as a whole, if any. */
export function FormError({ error }: { error: ErrorInfo | null }) {
  if (!error) return null
  return (
    <Banner tone="danger" announce>
      {error.message}
      {error.requestId && (
        <>
          {/[.!?]$/.test(error.message) ? ' ' : '. '}
          Request <span className="mono">{error.requestId}</span>.
        </>
      )}
    </Banner>
  )
}
