/** Shows the contract, to be read and tried out. */

const place = document.getElementById('swagger-ui');

/** A part of Swagger UI within an element, after a heading that only screen readers tell of, where one is given. */
const within = (tag, level, heading) => (Part, {React: {createElement: element}}) => (props) =>
  element(tag, {'aria-label': heading}, level && element(level, {className: 'unseen'}, heading), element(Part, props));

/** What needs no token has no lock: Swagger UI would show one that looks shut. */
const withoutLock = (Summary, {React}) => ({operationProps, ...props}) => React.createElement(Summary, {
  ...props,
  operationProps: operationProps.update('security', (all) => all?.some((each) => each.isEmpty()) ? all.clear() : all),
});

/** Mends what shuts readers out of Swagger UI. */
const accessible = () => ({
  wrapComponents: {
    InfoContainer: within('section', null, 'About'),
    operations: within('section', 'h2', 'Operations'),
    Models: within('section', 'h3', 'Schemas'),
    ExamplesSelect: within('label', 'span', 'Example'),
    JsonSchemaForm: within('label', 'span', 'Value'),
    // A link inside of a button is reached by no keyboard, and there is but one server to choose.
    DeepLink: (_, {React}) => ({text}) => React.createElement('span', null, text),
    OperationSummary: withoutLock,
    ServersContainer: () => () => null,
    SyntaxHighlighter: (_, {React}) => ({className, children}) => React.createElement('pre', {className, tabIndex: 0}, children),
  },
});

window.ui = window.SwaggerUIBundle({
  url: place.dataset.contract,
  dom_id: '#swagger-ui',
  deepLinking: true,
  plugins: [accessible],
  syntaxHighlight: false,
  // Unless told not to, it asks a validator on the internet what it thinks of the contract.
  validatorUrl: null,
});
