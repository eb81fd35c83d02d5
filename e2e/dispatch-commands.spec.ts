import { expectAccessible } from './support/accessible.ts'
import { callRow, command, commandLine, expect, onlyCall, panel, test, unitRow } from './support/dispatch.ts'

const ROBBERY = 4

test('a dispatcher works the board from the command line', { tag: '@full' }, async ({ evening }) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const officer = await evening.unit('officer', '4L12')
  const { page } = dispatcher
  await expect(unitRow(page, officer)).toContainText('In service')

  await command(page, 'n robbery "Great Ocean Hwy" Two masked men')
  await expect(page.getByRole('heading', { name: 'Robbery in progress' })).toBeVisible()
  const callId = await onlyCall(dispatcher, evening)
  await expect(callRow(page, callId)).toContainText('Great Ocean Hwy')

  await page.keyboard.press('Control+k')
  await page.keyboard.type(`d 4l ${callId}`)
  await expect(page.getByText(`Send 4L12 to call ${callId}, Robbery in progress`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(unitRow(page, officer)).toContainText('En route')
  await expect(page.getByText(`4L12 sent to call ${callId}`)).toBeVisible()

  await command(page, 's 4L12 es')
  await expect(unitRow(page, officer)).toContainText('On scene')
  await command(page, 'ch 4L12 tac 2')
  await command(page, 'b 4L12 vine')
  await expect(unitRow(page, officer)).toContainText('Vinewood')
  await command(page, `l ${callId} Clerk reports one suspect`)
  await expect(page.getByText('D-3 Clerk reports one suspect')).toBeVisible()
  await command(page, `t ${callId} fire`)
  await command(page, 'r 4L12')
  await expect(unitRow(page, officer)).toContainText('In service')
  await command(page, `c ${callId} clear Report taken`)
  await expect(callRow(page, callId)).toHaveCount(0)
})

test(
  'the line completes, remembers, leaves the text where something is wrong, and gives the caret back',
  { tag: '@full' },
  async ({ evening }) => {
    const dispatcher = await evening.join('dispatcher', 'D-3')
    const officer = await evening.unit('officer', '4L12')
    await evening.unit('officer', '4L20')
    const { page } = dispatcher
    const { callId } = await evening.call(dispatcher, { callTypeId: ROBBERY, location: 'Great Ocean Hwy', narrative: 'Two men' })
    await expect(callRow(page, callId)).toBeVisible()

    await page.keyboard.press('/')
    await page.keyboard.type('d 4')
    await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: /^4L/ })).toHaveText([/^4L12/, /^4L20/])
    await page.keyboard.press('Tab')
    await expect(commandLine(page)).toHaveValue('d 4L12 ')
    await page.keyboard.press('Tab')
    await expect(commandLine(page)).toHaveValue('d 4L20 ')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('77')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Call 77 is not on the board')).toBeVisible()
    await expect(commandLine(page)).toHaveValue('d 4L12 77')
    await expect(commandLine(page)).toBeFocused()
    await expectAccessible(page, { within: '[aria-label="Your desk"]' })

    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(String(callId))
    await page.keyboard.press('Enter')
    await expect(unitRow(page, officer)).toContainText('En route')
    await expect(commandLine(page)).not.toBeFocused()

    await page.keyboard.press('/')
    await page.keyboard.press('ArrowUp')
    await expect(commandLine(page)).toHaveValue(`d 4L12 ${callId}`)
    await page.keyboard.press('Escape')
    await expect(commandLine(page)).toHaveValue('')
    await expect(commandLine(page)).not.toBeFocused()

    await test.step('it opens over what is half-typed and gives the caret back', async () => {
      await page.keyboard.press('n')
      const location = page.getByRole('combobox', { name: 'Location' }).or(page.getByRole('textbox', { name: 'Location' }))
      await location.fill('Great Ocean Hwy')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await command(page, 's bz')
      await expect(page.getByRole('button', { name: 'Busy' })).toHaveAttribute('aria-pressed', 'true')
      await expect(location).toBeFocused()
      await page.keyboard.type('!')
      await expect(location).toHaveValue('Great Ocean H!wy')
      // Shortcut keys are plain text inside a field.
      await page.keyboard.type('/n1?')
      await expect(location).toHaveValue('Great Ocean H!/n1?wy')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('nonsense')
      await page.keyboard.press('Escape')
      await expect(location).toBeFocused()
    })

    await test.step('it leaves a half-written edit as it is', async () => {
      await command(page, `c ${callId}`)
      await panel(page, 'call')
        .getByRole('button', { name: /^Narrative/ })
        .click()
      const narrative = panel(page, 'call').getByRole('textbox', { name: 'Narrative' })
      await narrative.fill('Two men and')
      await command(page, 's is')
      await expect(page.getByRole('button', { name: 'In service' })).toHaveAttribute('aria-pressed', 'true')
      await expect(narrative).toBeFocused()
      await page.keyboard.type(' a dog')
      await expect(narrative).toHaveValue('Two men and a dog')
      const { narrative: kept } = await dispatcher.api<{ narrative: string }>('GET', `/api/cad/call/${callId}`)
      expect(kept).toBe('Two men')
    })
  },
)

test('one’s own status is a key away, leaving duty asks, and every key and command is listed', async ({ evening }) => {
  const { page } = await evening.join('officer', '4L12')
  await expect(page.getByRole('button', { name: 'In service' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('4')
  await expect(page.getByRole('button', { name: 'On scene' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('7')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Go off duty?')
  // While a question is open, no other shortcut works.
  await page.keyboard.press('2')
  await question.getByRole('button', { name: 'Stay on duty' }).click()
  await expect(page.getByRole('button', { name: 'On scene' })).toHaveAttribute('aria-pressed', 'true')

  await test.step('every key and command is listed, and keys by themselves can be switched off', async () => {
    await expect(commandLine(page)).toBeVisible()
    await page.keyboard.press('?')
    const guide = page.getByRole('dialog', { name: 'Keys and commands' })
    await expect(guide).toContainText('Command line')
    await expectAccessible(page)
    await guide.getByRole('tab', { name: 'Commands' }).click()
    await expect(guide.getByRole('row', { name: /^d \[units\] \[call\]/ })).toContainText('d 4L12 1042')
    await expect(guide.getByRole('row', { name: /^tone/ })).toContainText('Only dispatchers and staff can sound a tone')
    await expectAccessible(page)
    await guide.getByRole('tab', { name: 'Keys' }).click()
    await guide.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck({ force: true })
    await page.keyboard.press('Escape')
    await expect(guide).toHaveCount(0)
    await page.keyboard.press('2')
    await page.keyboard.press('/')
    await expect(commandLine(page)).not.toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(commandLine(page)).toBeFocused()
    await page.keyboard.type('help')
    await page.keyboard.press('Enter')
    await expect(guide.getByRole('tab', { name: 'Commands' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('button', { name: 'On scene' })).toHaveAttribute('aria-pressed', 'true')
  })
})

test('sounds: heard once, as loud as chosen, and not at all when muted', { tag: '@full' }, async ({ evening }) => {
  const { page, heard } = await evening.join('officer', '4L12', { path: '/user/settings' })
  const sounds = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Sounds' }) })
  await expect(sounds.getByRole('button', { name: /^Play: / })).toHaveCount(10)
  await sounds.getByRole('button', { name: 'Play: You have been sent to a call' }).click()
  await sounds.getByRole('button', { name: 'Play: You have been sent to a call' }).click()
  await sounds.getByRole('button', { name: 'Play: Dispatch wants your attention' }).click()
  await expect.poll(heard).toEqual([
    { sound: 'newCallAssigned', outcome: 'played' },
    { sound: 'newCallAssigned', outcome: 'already playing' },
    { sound: 'pingUnit', outcome: 'played' },
  ])
  await sounds.getByRole('slider', { name: 'Volume' }).fill('20')
  await sounds.getByRole('switch', { name: 'Mute' }).check({ force: true })
  await page.goto('/cad/desktop')
  await expect(page.getByRole('button', { name: 'Sounds, muted' })).toBeVisible()
  const dispatcher = await evening.join('dispatcher', 'D-3')
  await dispatcher.page.keyboard.press('/')
  await dispatcher.page.keyboard.type('tone police Stand by')
  await dispatcher.page.keyboard.press('Enter')
  await expect.poll(heard).toEqual([{ sound: 'tone', outcome: 'muted' }])
  await page.getByRole('button', { name: 'Sounds, muted' }).click()
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveValue('20')
})
