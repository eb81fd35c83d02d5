// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { LikelyChips, type LikelyChip } from './LikelyChips.tsx'

afterEach(cleanup)

function Form() {
  const [owner, setOwner] = useState('')
  const chips: readonly LikelyChip[] = owner ? [] : [{ key: 'R', label: 'Owner: Dexter Marlowe', take: () => setOwner('Dexter Marlowe') }]
  return (
    <form>
      {owner || <input aria-label="Subject" />}
      <LikelyChips chips={chips} />
      <input aria-label="Offence" />
    </form>
  )
}

const show = () =>
  render(
    <>
      <Form />
      <input aria-label="Elsewhere" />
    </>,
  )

test('the key of a chip works in every field of the form, and focus goes to the next field', () => {
  show()
  const subject = screen.getByLabelText('Subject')
  subject.focus()
  fireEvent.keyDown(subject, { code: 'KeyR', key: '®', altKey: true })
  expect(screen.getByText('Dexter Marlowe')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Offence'))
})

test('the key of a chip does nothing outside of the form or with other keys held', () => {
  show()
  fireEvent.keyDown(screen.getByLabelText('Elsewhere'), { code: 'KeyR', altKey: true })
  fireEvent.keyDown(screen.getByLabelText('Subject'), { code: 'KeyR', altKey: true, ctrlKey: true })
  fireEvent.keyDown(screen.getByLabelText('Subject'), { code: 'KeyR' })
  expect(screen.getByLabelText('Subject')).toBeDefined()
})

test('a click on a chip fills it in too', () => {
  show()
  const chip = screen.getByRole('button', { name: /Owner: Dexter Marlowe/ })
  chip.focus()
  fireEvent.click(chip)
  expect(document.activeElement).toBe(screen.getByLabelText('Offence'))
})
