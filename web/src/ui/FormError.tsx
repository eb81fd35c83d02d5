import { Button } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { Banner } from './Banner.tsx'
import { unansweredWords, type ErrorInfo } from './error-info.ts'

/** An error of the form as a whole, if any. */
export function FormError({ error }: { error: ErrorInfo | null }) {
  if (!error) return null
  if (error.isUnanswered) return <Unanswered message={error.message} />
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

/** The form was sent and no answer came: what became of the input, and the form's own button once more. */
function Unanswered({ message }: { message: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [submit, setSubmit] = useState<HTMLButtonElement | null>(null)
  useLayoutEffect(() => setSubmit(submitButton(box.current?.closest('form'))), [])
  const tryAgain = () => {
    // This button goes with the message, so the focus is moved first.
    submit?.focus()
    submit?.click()
  }
  return (
    <div ref={box}>
      <Banner
        tone="danger"
        announce
        title={unansweredWords()}
        action={
          submit && (
            <Button size="compact-sm" variant="default" onClick={tryAgain}>
              Try again
            </Button>
          )
        }
      >
        {message}
      </Banner>
    </div>
  )
}

/** It may stand outside the form and belong to it by its attribute. */
const submitButton = (form: HTMLFormElement | null | undefined): HTMLButtonElement | null =>
  [...(form?.elements ?? [])].find((each): each is HTMLButtonElement => each instanceof HTMLButtonElement && each.type === 'submit') ?? null
