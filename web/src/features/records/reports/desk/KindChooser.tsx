import { useEffect, useRef } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { Key } from '../../../../ui/Key.tsx'
import { closeKindChooser, writeReport, type ReportAbout } from './report-desk.ts'
import { kindsFor } from '../report.labels.ts'
import classes from '../Reports.module.css'

/** Which kind of report: one key, or the arrows and Enter. */
export function KindChooser({ about, isPatient }: { about: ReportAbout; isPatient: boolean }) {
  const { userId } = useSignedInUser()
  const kinds = kindsFor(isPatient ? 'fire' : 'police')
  const list = useRef<HTMLDivElement>(null)
  const choose = (kind: (typeof kinds)[number]['kind']) => {
    closeKindChooser()
    writeReport(userId, kind, about)
  }
  useEffect(() => {
    // Of the window, because the letter may come before the dialog has the focus; on the record behind it, it would mean something else.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const named = kinds.find(({ key }) => key === event.key.toUpperCase())
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (named) choose(named.kind)
      else if (step !== undefined) {
        const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
        const at = buttons.findIndex((each) => each === document.activeElement)
        buttons.at((at + step) % buttons.length)?.focus()
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  })
  return (
    <FormModal title="Write report" onClose={closeKindChooser} size={340}>
      <p className={classes.subject}>{about.label}</p>
      <div ref={list} className={classes.kinds}>
        {kinds.map(({ kind, key, title }, index) => (
          <button key={kind} type="button" className={classes.kind} data-autofocus={index === 0 || undefined} onClick={() => choose(kind)}>
            {title}
            <Key>{key}</Key>
          </button>
        ))}
      </div>
    </FormModal>
  )
}
