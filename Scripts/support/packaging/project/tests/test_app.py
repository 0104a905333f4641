import pytest


@pytest.fixture
def swwebview_options():
    return {"root": "www", "app": "capacitor"}


def test_an_app_has_a_native_half_and_a_phone(app, native, phone):
    app.get("capacitor://localhost/")
    native.answer("App.getInfo", {"name": "Notes"})
    info = app.execute_async_script("Capacitor.nativePromise('App', 'getInfo', {}).then(arguments[0])")
    assert info == {"name": "Notes"}
    assert native.wait("App.getInfo")["handler"] == "App.getInfo"
    phone.change(isConnected=False)
    assert phone["openedURLs"] == []
    assert app.execute_script("return navigator.onLine") is False
