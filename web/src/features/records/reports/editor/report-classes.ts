import { editorClasses } from '../drafts/drafts.port.ts'
import own from '../Reports.module.css'

/** With those that all drafts share. */
export const classes = { ...editorClasses, ...own }
