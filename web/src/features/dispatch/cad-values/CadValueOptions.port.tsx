import { useCadValueNames } from './cad-values-store.ts'

type NamedKind = Parameters<typeof useCadValueNames>[0]

/** The names of a kind as suggestions for text fields whose `list` is the kind. */
export const CadValueOptions = ({ kind }: { kind: NamedKind }) => (
  <datalist id={kind}>
    {useCadValueNames(kind).map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </datalist>
)
