/**
 * Words and turns of phrase that read as foreign or clumsy in sentences for customers and staff, each with the better one. A pattern sees
 * one sentence or label at a time; a word inside an identifier or a class name (`ring-2`, `mail_queue`) doesn't count.
 */
export const tellTales = [
  { pattern: word('mails?|mailing|e-mails?'), better: 'email' },
  { pattern: word('mailed'), better: 'emailed' },
  { pattern: word('rings?|rang|rung|ringing'), better: 'call, calls, called' },
  { pattern: word('somebody'), better: 'someone, or you' },
  { pattern: word("nobody(?:'s)?"), better: 'no one, or a sentence about what happens: “no engineer has been sent”' },
  { pattern: word('whoever|whomever'), better: 'anyone who, or you' },
  { pattern: word('whom'), better: 'who' },
  { pattern: word('(?:go|goes|went) on'), better: 'continue' },
  { pattern: word('at once'), better: 'straight away, or at the same time' },
  { pattern: word('for nothing'), better: 'free' },
  { pattern: word('stands?(?! (?:for|under|in (?:your|front|the way)))'), better: 'is shown, is, or applies' },
  // The keys of a telephone are pressed.
  { pattern: word('press(?:es)?(?! any key| 1)'), better: 'choose, select, or the name of the action itself' },
  { pattern: word('the desk'), better: 'we, our team, or the dispatcher' },
  { pattern: word('(?:engineers?|plumbers?) (?:comes?|came)'), better: 'arrives, visits' },
  { pattern: word('shall we come|we come here'), better: 'shall we visit, we cover your area' },
  { pattern: word('look into (?:your|the) (?:e?mails?|inbox)'), better: 'check your email' },
  { pattern: word('(?:(?:name|say)|and give) (?:the|your|its|this) reference'), better: 'quote your reference' },
  { pattern: word('as soon as it is there'), better: 'when it arrives, or as soon as it’s ready' },
  { pattern: word('what comes next'), better: 'what happens next' },
  { pattern: word('of (?:itself|ours|yours|theirs)'), better: 'a possessive: our, your, their' },
  { pattern: word('holds? (?:for|until)'), better: 'is valid for' },
  { pattern: word('(?:is|are|was|were) said (?:to|here|there|on)'), better: 'is shown' },
  { pattern: word('(?:take|takes|took|taken) (?:it |this |that )?back'), better: 'undo' },
  { pattern: word('(?:is|are) none'), better: 'there is no …, or isn’t one' },
  { pattern: word('asked in'), better: '“in” with the question itself: “Is there a call-out charge in E1?”' },
  { pattern: word('taken out'), better: 'removed, or cancelled' },
  { pattern: word('(?:goes|went|gone|go) back to (?:you|your card|the card|the customer)'), better: 'is refunded' },
  { pattern: word('(?:is|are|was|were|do|does|did|has|have) not [^.!?]{1,60} any ?more'), better: 'no longer' },
  { pattern: word('(?:no|nothing) [^.!?]{1,40} any ?more'), better: 'no longer' },
  { pattern: word('behind commas'), better: 'separated by commas' },
  { pattern: word('anew'), better: 'again' },
  { pattern: word('for want of'), better: 'because there was no …' },
  { pattern: word('be it'), better: 'whether it’s' },
  { pattern: word('technicians?'), better: 'engineer' },
  { pattern: word('(?:sets?|setting) out'), better: 'set off' },
  { pattern: word('phone near(?! you)'), better: 'keep your phone handy' },
  { pattern: word('(?:not there|still nothing|nothing yet)(?: [\\w’]+){0,6}\\?'), better: 'a condition with “if”: “If it isn’t there, …”' },
  { pattern: word('(?:[01]\\d|2[0-3]):[0-5]\\d to (?:[01]\\d|2[0-4]):[0-5]\\d'), better: 'times as people say them: “2.15pm to 3pm”' },
]

/** The same for comments in code and titles of tests, where fewer words are always wrong. */
export const commentTellTales = [
  { pattern: word('somebody'), better: 'someone' },
  { pattern: word("nobody(?:'s)?"), better: 'no one' },
  { pattern: word('whoever|whomever'), better: 'who it is: the user, the caller, anyone who' },
  { pattern: word('anew'), better: 'again' },
  { pattern: word('for want of'), better: 'because there is no …' },
]

/** Matches whole words only, in either case, and with straight or curly apostrophes. */
function word(alternatives) {
  return new RegExp(`(?<![\\w\\-./#:@])(?:${alternatives.replaceAll("'", "['’]")})(?![\\w\\-/:@(]|\\.[a-z])`, 'giu')
}
