/** Shows the contract, to be read and tried out. */

const place = document.getElementById('swagger-ui');

window.ui = window.SwaggerUIBundle({
  url: place.dataset.contract,
  dom_id: '#swagger-ui',
  deepLinking: true,
  // Unless told not to, it asks a validator on the internet what it thinks of the contract.
  validatorUrl: null,
});
