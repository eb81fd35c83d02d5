import { WARRANT_TYPES, WarrantType } from '@tenfour/contract'
import { useEffect, useRef } from 'react'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { Key } from '../../../../ui/Key.tsx'
import { draftWarrant } from './start-draft.ts'
import { closeWarrantDialog, type WarrantAbout } from './warrant-desk.ts'
import classes from './WarrantDesk.module.css'

/** Which type of warrant: one key, or the arrows and Enter. */
export function TypeChooser({ about }: { about: WarrantAbout }) {
  const list = useRef<HTMLDivElement>(null)
  const choose = (type: WarrantType) => {
    closeWarrantDialog()
    void draftWarrant(type, about)
  }
  useEffect(() => {
    // Of the window, because the letter may come before the dialog has the focus.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const named = WarrantType.options.find((type) => type.charAt(0) === event.key.toLowerCase())
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (named) choose(named)
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
    <FormModal title="Draft warrant" onClose={closeWarrantDialog} size={340}>
      <p className={classes.subject}>{about.label}</p>
      <div ref={list} className={classes.types}>
        {WarrantType.options.map((type, index) => (
          <button key={type} type="button" className={classes.type} data-autofocus={index === 0 || undefined} onClick={() => choose(type)}>
            {WARRANT_TYPES[type].title}
            <Key>{type.charAt(0).toUpperCase()}</Key>
          </button>
        ))}
      </div>
    </FormModal>
  )
}
