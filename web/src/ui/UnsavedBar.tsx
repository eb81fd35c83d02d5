import { Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import classes from './UnsavedBar.module.css'

type UnsavedBarProps = {
  /** The names of what has changed. */
  what: readonly string[]
  isSaving: boolean
  /** Why it can't be saved yet. */
  problem?: string | null
  onDiscard: () => void
  /** The form that Save submits. */
  formId: string
}

/** Stays in sight at the bottom while there are unsaved changes. */
export const UnsavedBar = (props: UnsavedBarProps) => props.what.length > 0 && <Bar {...props} />

function Bar({ what, isSaving, problem = null, onDiscard, formId }: UnsavedBarProps) {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => (bar.current ? keepToastsAbove(bar.current) : undefined), [])
  return (
    <section ref={bar} className={classes.bar} aria-label="Unsaved changes">
      <p className={classes.what}>
        <strong>Unsaved:</strong> {what.join(', ')}
        {problem && <output className="muted">. {problem}</output>}
      </p>
      <Button variant="default" onClick={onDiscard} disabled={isSaving}>
        Discard
      </Button>
      <Button type="submit" form={formId} loading={isSaving}>
        Save
      </Button>
    </section>
  )
}

/** Toasts come at the bottom too. They begin above the bar, wherever the page's end has pushed it. */
function keepToastsAbove(bar: HTMLElement): () => void {
  const { style } = document.documentElement
  const place = () => style.setProperty('--toast-bottom', `${Math.round(window.innerHeight - bar.getBoundingClientRect().top) + 8}px`)
  const observer = new ResizeObserver(place)
  observer.observe(bar)
  window.addEventListener('scroll', place, { passive: true })
  window.addEventListener('resize', place)
  place()
  return () => {
    observer.disconnect()
    window.removeEventListener('scroll', place)
    window.removeEventListener('resize', place)
    style.removeProperty('--toast-bottom')
  }
}
