import { useEffect } from 'react'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../../platform/load/shapes.tsx'
import { closeAct, useAct } from './acts.ts'

const ActDialog = lazyComponent(async () => (await import('./ActDialog.tsx')).ActDialog, { what: 'The form', shape: DIALOG })

/** Holds the dialog of an act, whichever panel asked for it. */
export function ActHost() {
  useEffect(() => closeAct, [])
  const act = useAct()
  return act && <ActDialog act={act} onClose={closeAct} />
}
