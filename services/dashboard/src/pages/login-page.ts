/** The page that asks for the password. */
import { html, type Html } from './html.js';
import { page } from './layout.js';

/** The login page; `problem` says why the last attempt failed. */
export function loginPage(problem?: string): Html {
  return page(
    'Log in',
    html`<form class="panel login" method="post" action="/login">
      ${problem !== undefined && html`<p class="notice bad" role="alert" id="problem">${problem}</p>`}
      <input type="text" name="username" value="operator" autocomplete="username" hidden />
      <label for="password">Operator password</label>
      <input
        type="password"
        id="password"
        name="password"
        autocomplete="current-password"
        required
        autofocus
        ${problem !== undefined && html`aria-invalid="true" aria-describedby="problem"`}
      />
      <button class="main" type="submit">Log in</button>
    </form>`,
  );
}
