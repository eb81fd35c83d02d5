import type { TypeSave } from './use-type-saves.ts'

type SaveNewsProps = { saves: ReadonlyMap<string, TypeSave<unknown>>; nameOf: (id: string) => string | undefined }

/** Reads out how the last choice went; the row shows it, but may be out of sight. */
export function SaveNews({ saves, nameOf }: SaveNewsProps) {
  const [id, last] = [...saves].findLast(([, { problem, isSaved }]) => isSaved || problem) ?? []
  const name = id === undefined ? undefined : (nameOf(id) ?? 'It')
  return <output className="visually-hidden">{last && (last.problem ? `${name}: ${last.problem}` : `${name}: type saved`)}</output>
}
