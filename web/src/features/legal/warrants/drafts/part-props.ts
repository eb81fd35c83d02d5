import type { WarrantContent } from '@tenfour/contract'

/** A function gets the content as it is by then. */
export type ContentChange = Partial<WarrantContent> | ((content: WarrantContent) => Partial<WarrantContent>)

export type PartProps = {
  draftId: number
  content: WarrantContent
  errorAt: (path: string) => string | undefined
  readOnly: boolean
  onChange: (by: ContentChange) => void
}
