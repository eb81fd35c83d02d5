// @vitest-environment happy-dom
import { Button, MantineProvider, TextInput } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { FormError } from './FormError.tsx'
import { useZodForm } from './form.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Profile({ save }: { save: () => Promise<void> }) {
  const form = useZodForm(z.object({ name: z.string(), place: z.string() }), { name: '', place: '' })
  return (
    <MantineProvider>
      <form id="profile" noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <TextInput label="Name" {...form.getInputProps('name')} />
      </form>
      <output>{form.changedFields().join(', ')}</output>
      <Button type="submit" form="profile">
        Save
      </Button>
    </MantineProvider>
  )
}

test('offline, a form says that what was typed is still there, and Try again sends it once more', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const unanswered = Object.assign(new Error('An error occured: Failed to fetch'), { status: 0 })
  const save = vi.fn<() => Promise<void>>().mockRejectedValueOnce(unanswered).mockResolvedValueOnce()
  render(<Profile save={save} />)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Half a name' } })
  expect(screen.getByRole('status').textContent).toBe('name')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('You are offline. Nothing was saved; what you typed is still here.')
  expect(alert.textContent).toContain('An error occured: Failed to fetch')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Half a name')

  const again = screen.getByRole('button', { name: 'Try again' })
  act(() => again.focus())
  await act(async () => fireEvent.click(again))
  expect(save).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
})
